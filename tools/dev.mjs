// npm run dev: the server restarts and the browser reloads with every saved file.
import { prepareAnyWeb, prepareDependencies } from './lib/prepare.mjs'
import { refuseWrongSettings } from './lib/refuse-settings.mjs'
import { command, giveUp, inRoot } from './lib/runtime.mjs'
import { sourceArguments, startProgram, untilEnd } from './lib/serve.mjs'

const WEB_PORT = '5173'

try {
  const env = {
    NODE_ENV: 'development',
    PORTAL_PUBLIC_URL: process.env.PORTAL_PUBLIC_URL ?? `http://localhost:${WEB_PORT}`,
  }
  await refuseWrongSettings({ ...process.env, ...env })
  await prepareDependencies({ development: true })
  await prepareAnyWeb()
  const server = startProgram(['--watch', '--watch-preserve-output', ...sourceArguments('serve')], { env })
  const web = startProgram([command('vite'), '--port', WEB_PORT, '--strictPort'], { env, cwd: inRoot('web') })
  process.exit(await untilEnd([server, web]))
} catch (error) {
  giveUp(error)
}
