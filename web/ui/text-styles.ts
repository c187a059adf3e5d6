import { defineTextStyles } from '@chakra-ui/react'

const style = (fontSize: string, lineHeight: string, fontWeight: string = 'normal') => ({
  value: { fontSize, lineHeight, fontWeight },
})

export const textStyles = defineTextStyles({
  meta: style('xs', '1.4'),
  body: style('sm', '1.5'),
  control: style('sm', '1.25', 'semibold'),
  name: style('sm', '1.35', 'semibold'),
  /** Below 16 px, iOS zooms the page at each focus. */
  field: style('md', '1.5'),
  post: style('md', '1.53'),
  /** The post of its own page. */
  lead: style('lg', '1.5'),
  title: style('lg', '1.3', 'bold'),
  display: style('xl', '1.2', 'bold'),
  hero: style('2xl', '1.12', 'bold'),
})
