// npm start: the settings are judged, whatever is missing is installed and built, then the portal is served.
import { prepareBuilds, prepareDependencies } from './lib/prepare.mjs'
import { refuseWrongSettings } from './lib/refuse-settings.mjs'
import { prepareFirstDatabase } from './lib/first-database.mjs'
import { giveUp } from './lib/runtime.mjs'
import { serverArguments, startProgram, untilEnd } from './lib/serve.mjs'

const SETTINGS = 'Settings are environment variables, as in: PORT=9000 npm start. docs/operations.md lists them.'

const HELP = `npm start
    validates the settings, installs and builds what is missing, then serves the portal
    It takes no options. ${SETTINGS}
npm run portal -- --help
    lists the commands of the server
`

const [word] = process.argv.slice(2)
if (word === '--help' || word === '-h' || word === 'help') {
  process.stdout.write(HELP)
  process.exit(0)
}

try {
  if (word !== undefined) throw new Error(`npm start takes no options, and "${word}" stands there. ${SETTINGS}`)
  const settings = await refuseWrongSettings(process.env)
  await prepareDependencies()
  // The server starts before the database is complete, and waits for what is missing.
  await prepareBuilds(() => void prepareFirstDatabase(settings))
  const server = startProgram(serverArguments('serve'), { env: { NODE_ENV: 'production' } })
  process.exit(await untilEnd([server]))
} catch (error) {
  giveUp(error)
}
