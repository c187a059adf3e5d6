import { Menu } from '@chakra-ui/react'
import Trash2 from 'lucide-react/icons/trash-2'
import { useState } from 'react'
import { Icon } from '../../ui/Icon.tsx'
import { MainPortal } from '../../ui/MainPortal.tsx'
import { menuRecipe } from '../../ui/recipes/menu.ts'
import { DeletePostDialog } from './DeletePostDialog.tsx'

interface PostMenuProps {
  postId: string
  buttonId: string
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The menu of the viewer's own post. */
export default function PostMenu({ postId, buttonId, open, onOpenChange }: PostMenuProps) {
  const [isDeleting, setDeleting] = useState(false)
  return (
    <>
      <Menu.Root
        recipe={menuRecipe}
        open={open}
        onSelect={({ value }) => setDeleting(value === 'delete')}
        onOpenChange={(details) => onOpenChange(details.open)}
        ids={{ trigger: buttonId }}
        positioning={{ placement: 'bottom-end' }}
        aria-label="More options"
      >
        <MainPortal>
          <Menu.Positioner>
            <Menu.Content>
              <Menu.Item value="delete" color="bad">
                <Icon as={Trash2} />
                Delete
              </Menu.Item>
            </Menu.Content>
          </Menu.Positioner>
        </MainPortal>
      </Menu.Root>
      <DeletePostDialog
        postId={postId}
        buttonId={buttonId}
        open={isDeleting}
        onClose={() => setDeleting(false)}
      />
    </>
  )
}
