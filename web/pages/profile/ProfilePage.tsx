import { useParams } from 'react-router-dom'
import { Profile } from './Profile.tsx'

export default function ProfilePage() {
  const { userId } = useParams()
  // The key resets all state between profiles.
  return <Profile key={userId} idOrUsername={userId} />
}
