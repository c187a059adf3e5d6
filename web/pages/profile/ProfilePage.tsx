import { useParams } from 'react-router-dom'
import { Profile } from './Profile.tsx'

export default function ProfilePage() {
  const { userId } = useParams()
  // Each person's page is a new one: nothing of the last person stands while the next is on the way.
  return <Profile key={userId} idOrUsername={userId} />
}
