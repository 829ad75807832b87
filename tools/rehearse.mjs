// npm run rehearse: an upgrade from the previous release and the way back, under load (bench/rehearse.ts).
import { prepareBuilds, prepareDependencies } from './lib/prepare.mjs'
import { giveUp, inRoot, projectEnvironment, projectNode, run } from './lib/runtime.mjs'

try {
  await prepareDependencies({ development: true })
  await prepareBuilds()
  const program = inRoot('bench', 'rehearse.ts')
  const { code } = await run(projectNode(), [program, ...process.argv.slice(2)], {
    env: projectEnvironment(),
    live: true,
  })
  process.exit(code)
} catch (error) {
  giveUp(error)
}
