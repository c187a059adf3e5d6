import { chakra } from '@chakra-ui/react'
import { generate } from 'lean-qr'
import { toSvgPath } from 'lean-qr/extras/svg'
import { t } from '../../../lib/i18n.ts'
import { twoFactorMessages } from '../../../messages/auth.ts'

/** White border that scanners need, in modules. */
const QUIET_ZONE = 4

/** Black on white in both colour modes, so that every app can scan it. */
export function QrCode({ text }: { text: string }) {
  const code = generate(text)
  const size = code.size + 2 * QUIET_ZONE
  return (
    <chakra.svg
      role="img"
      viewBox={`${-QUIET_ZONE} ${-QUIET_ZONE} ${size} ${size}`}
      w="full"
      maxW="13rem"
      borderRadius="control"
      shapeRendering="crispEdges"
    >
      <title>{t(twoFactorMessages.qrCode)}</title>
      <rect x={-QUIET_ZONE} y={-QUIET_ZONE} width={size} height={size} fill="#FFFFFF" />
      <path d={toSvgPath(code)} fill="#000000" />
    </chakra.svg>
  )
}
