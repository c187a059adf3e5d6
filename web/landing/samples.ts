/** Fictional posts for the landing page. */
export const samples = [
  {
    author: { id: 'sample-maya', displayName: 'Maya Lindqvist', username: 'mayal', avatar: null },
    time: '2 hours ago',
    content:
      'My neighbour left a jar of plum jam on the step with a note: “too many plums, just enough neighbours.” Breakfast is sorted.',
    likes: 128,
    shares: 14,
  },
  {
    author: { id: 'sample-kofi', displayName: 'Kofi Mensah', username: 'kofi_m', avatar: null },
    time: '5 hours ago',
    content:
      'Taught my dad to send voice messages. He now signs off every one with “over and out.” I am keeping them all. 🎙️',
    likes: 342,
    shares: 27,
  },
]
