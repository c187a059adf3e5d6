import { finishSignIn } from './account.ts'
import { bindPage } from './sign-in.ts'

bindPage(() => location.replace(finishSignIn()))
