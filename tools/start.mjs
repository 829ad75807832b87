// npm start: whatever is missing is installed and built, then the portal is served.
import { prepareBuilds, prepareDependencies } from './lib/prepare.mjs'
import { giveUp } from './lib/runtime.mjs'
import { serverArguments, startProgram, untilEnd } from './lib/serve.mjs'

try {
  await prepareDependencies()
  await prepareBuilds()
  const server = startProgram(serverArguments('serve', ...process.argv.slice(2)), { env: { NODE_ENV: 'production' } })
  process.exit(await untilEnd([server]))
} catch (error) {
  giveUp(error)
}
