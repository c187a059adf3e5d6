import { screen } from '@testing-library/react'

/** The region of the toasts, once the page has it. */
export const toasts = () => screen.findByRole('region', { name: 'Messages' })
