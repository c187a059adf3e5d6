import { books } from '../art/books.ts'
import { cat } from '../art/cat.ts'
import { sea } from '../art/sea.ts'
import type { DemoPerson } from './person.ts'

export const dimitra: DemoPerson = {
  username: 'dimitra_reads',
  displayName: 'Δήμητρα Παππά',
  bio: 'Βιβλιοθηκάριος στη Θεσσαλονίκη. I stamp due dates gently.',
  joinedDaysAgo: 52,
  face: {
    hue: 148,
    skin: 'olive',
    hair: 'bob',
    hairColour: '#8f8a86',
    eyes: 'glasses',
    mouth: 'aside',
    earrings: true,
  },
  follows: ['wren_draws', 'tom_ashworth', 'layla_haddad'],
  shares: [
    [
      'layla_haddad',
      'Read to forty children',
      'There is one at every storytime, and it is always a compliment.',
    ],
    ['wren_draws', 'I put a "free zines', 'This is how libraries begin.'],
  ],
  posts: [
    [
      0.39,
      'A returned book had a bus ticket from 1997 in it. Somebody got off at their stop and never finished chapter four. I hope they had a good reason.',
    ],
    [
      1.02,
      'Monday reader update: he finished the one with the ship. He cried, and then asked whether the same man has written another.',
    ],
    [
      2.21,
      'Ήλιος στον Θερμαϊκό και ο Όλυμπος απέναντι σαν να τον είχαν σιδερώσει.',
      {
        svg: sea({ seed: 21, light: 'day', far: 'mountain' }),
        alt: 'Ήρεμη γαλάζια θάλασσα και απέναντι ένα χιονισμένο βουνό.',
      },
    ],
    [3.58, 'Rain on the reading-room skylight. Forty people decided to stay another hour.'],
    [
      5.24,
      'Σήμερα ένα κοριτσάκι έβγαλε την πρώτη της κάρτα δανεισμού και την κρατούσε με δύο χέρια.',
    ],
    [6.62, 'Overdue by 31 years, returned with a box of baklava. Fine waived. Obviously.'],
    [
      7.97,
      'Η γάτα της βιβλιοθήκης κοιμάται πάντα στα ιστορικά. Πολύ σοβαρή γάτα.',
      {
        svg: cat('books', 'grey'),
        alt: 'Σκίτσο μιας γάτας που κοιμάται πάνω σε τρία χοντρά βιβλία.',
      },
    ],
    [
      9.25,
      "The lift is broken, so people keep carrying one another's books upstairs. I am in no hurry to have it repaired.",
    ],
    [
      10.87,
      'Teenagers built a blanket fort in the comics corner and asked whether I would like to see the rules. Rule 1: "Dimitra can come in."',
    ],
    [12.41, 'Καφές με πάγο τον Νοέμβριο. Δεν απολογούμαι.'],
    [13.97, 'Monday: he read a whole page. He wants the one with the ship.'],
    [
      15.71,
      'Man, sixties, whispering: "I never learned to read well. Is it late?" It is not late. We start on Monday.',
    ],
    [17.12, 'Στη λαϊκή μού χάρισαν ένα ρόδι, «για το χαμόγελο».'],
    [
      18.83,
      'A stack of new arrivals, and the whole day in front of me.',
      {
        svg: books({ seed: 29, count: 6 }),
        alt: 'Six books in a leaning stack with coloured spines, a pair of glasses on top.',
      },
    ],
    [20.39, 'I moved the poetry next to the window, and now the poetry gets borrowed.'],
    [22.23, 'Ο παππούς λέει πως η ελιά θέλει παρέα. Πήγα, λοιπόν, και κάθισα δίπλα της.'],
    [
      24.07,
      'Our quietest reader laughed out loud in the reading room. Nobody shushed. We all wanted to know the page.',
    ],
    [
      26.19,
      'Βρήκα τη συνταγή της γιαγιάς για κουλουράκια. Γράφει «αλεύρι όσο πάρει». Ευχαριστώ, γιαγιά.',
    ],
    [
      28.05,
      'Storytime went long because the dragon needed a name. The vote was close. He is called Kostas.',
    ],
    [30.34, 'Διάβασα όλη νύχτα. Σήμερα είμαι ερείπιο. Ευτυχισμένο ερείπιο.'],
    [
      32.62,
      'Someone leaves pressed flowers in the gardening books. We have begun a small album at the desk.',
    ],
    [34.95, 'Ένα αγόρι ρώτησε αν υπάρχει βιβλίο «με τέλος που δεν τελειώνει». Ψάχνουμε μαζί.'],
    [
      37.37,
      'My sister and I have been reading the same book at the same time, over the phone, since 2009. We are on number 71.',
    ],
    [
      40.45,
      'We have a bench outside for people who finish early, or wait, or just like the bench.',
    ],
    [43.2, 'Καληνύχτα σε όσους λένε «μία σελίδα ακόμα».'],
  ],
}
