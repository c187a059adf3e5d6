import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from './run.ts'

/** The packages that the owner chose for the product. */
const OWNER_PACKAGES = [
  'react',
  'react-dom',
  'react-router-dom',
  'vite',
  '@apollo/client',
  '@chakra-ui/react',
  'date-fns',
  'graphql',
  'graphql-yoga',
  '@apollo/server',
  '@pothos/core',
  'express',
  'prisma',
  '@prisma/client',
  'zod',
  'vitest',
  'msw',
]

test("package.json has every package of the owner's list, at an exact version", () => {
  const { dependencies, devDependencies } = JSON.parse(
    readFileSync(path.join(ROOT, 'package.json'), 'utf8'),
  )
  const versions: Record<string, string> = { ...dependencies, ...devDependencies }
  expect(OWNER_PACKAGES.filter((name) => !/^\d+\.\d+\.\d+/.test(versions[name] ?? ''))).toEqual([])
})
