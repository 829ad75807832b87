// npm run build: whatever is missing is installed and built, and nothing is started.
import { prepareBuilds, prepareDependencies } from './lib/prepare.mjs'
import { giveUp } from './lib/runtime.mjs'

try {
  await prepareDependencies()
  await prepareBuilds()
} catch (error) {
  giveUp(error)
}
