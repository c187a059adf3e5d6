import { Avatar } from '../ui/Avatar.tsx'
import { Example, Examples, Section } from './Section.tsx'

/** One id for each of the eight hues. */
const ids = ['user_1', 'user_2', 'user_3', 'user_4', 'user_5', 'user_6', 'user_7', 'user_8']
const robin = (id: string) => ({ id, displayName: 'Robin Journey', avatar: null })

export function People() {
  return (
    <Section title="Avatars">
      <Examples>
        {ids.map((id) => (
          <Example key={id} name={id}>
            <Avatar user={robin(id)} />
          </Example>
        ))}
        <Example name="with a picture">
          <Avatar user={{ ...robin('user_1'), avatar: '/icon-192.png' }} />
        </Example>
        <Example name="small">
          <Avatar user={robin('user_1')} size="8" />
        </Example>
        <Example name="portrait">
          <Avatar user={robin('user_2')} size="portrait" />
        </Example>
      </Examples>
    </Section>
  )
}
