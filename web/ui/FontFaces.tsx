import { Global } from '@emotion/react'
import latinExtended from '@fontsource-variable/figtree/files/figtree-latin-ext-wght-normal.woff2?url'
import latin from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url'

// The ranges are those of the package's own stylesheet.
const LATIN =
  'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD'
const LATIN_EXTENDED =
  'U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+0304,U+0308,U+0329,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF'

const figtree = (url: string, unicodeRange: string) => ({
  '@font-face': {
    fontFamily: 'Figtree Variable',
    fontWeight: '300 900',
    fontDisplay: 'swap' as const,
    src: `url(${url}) format('woff2')`,
    unicodeRange,
  },
})

/** What stands until Figtree is there, cut to Figtree's measures so that no line moves when it comes. */
const fallback = {
  '@font-face': {
    fontFamily: 'Figtree fallback',
    src: "local('Arial'), local('Liberation Sans'), local('Helvetica')",
    sizeAdjust: '101.3%',
    ascentOverride: '93.8%',
    descentOverride: '24.7%',
    lineGapOverride: '0%',
  },
}

export function FontFaces() {
  return <Global styles={[figtree(latin, LATIN), figtree(latinExtended, LATIN_EXTENDED), fallback]} />
}
