/** @returns whether a text is a whole number from 1 to `max`, which has six digits at most */
export const isWholeNumber = (text: string, max: number): boolean =>
  /^\d{1,6}$/.test(text.trim()) && Number(text) >= 1 && Number(text) <= max
