import Heart from 'lucide-react/icons/heart'
import { Link } from 'react-router-dom'
import { Button } from '../ui/Button.tsx'
import { Icon } from '../ui/Icon.tsx'
import { Example, Examples, Section } from './Section.tsx'

const variants = ['solid', 'outline', 'ghost', 'danger'] as const

export function Buttons() {
  return (
    <Section title="Buttons">
      <Examples>
        {variants.map((variant) => (
          <Example key={variant} name={variant}>
            <Button variant={variant}>Share</Button>
          </Example>
        ))}
        {variants.map((variant) => (
          <Example key={variant} name={`${variant}, disabled`}>
            <Button variant={variant} disabled>
              Share
            </Button>
          </Example>
        ))}
        {variants.map((variant) => (
          <Example key={variant} name={`${variant}, icon`}>
            <Button variant={variant} shape="icon" aria-label={`Like, ${variant}`}>
              <Icon as={Heart} />
            </Button>
          </Example>
        ))}
        <Example name="link">
          <Button asChild variant="outline">
            <Link to="/">Explore</Link>
          </Button>
        </Example>
      </Examples>
      <Button shape="wide" mt="6">
        Wide
      </Button>
    </Section>
  )
}
