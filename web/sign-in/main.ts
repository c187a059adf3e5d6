import { enter } from './account.ts'
import { start } from './sign-in.ts'

start(() => location.replace(enter()))
