/** The families of fonts.css, and what shows until they arrive. A value of CSS. */
export const FONTS = "'Figtree Variable','Figtree fallback',system-ui,sans-serif"
