// npm run faults: breaks what the portal stands on and says what was seen (bench/faults/main.ts).
import { prepareBuilds, prepareDependencies } from './lib/prepare.mjs'
import { giveUp, inRoot, projectEnvironment, projectNode, run } from './lib/runtime.mjs'

try {
  await prepareDependencies({ development: true })
  await prepareBuilds()
  const program = inRoot('bench', 'faults', 'main.ts')
  const { code } = await run(projectNode(), [program, ...process.argv.slice(2)], {
    env: projectEnvironment(),
    live: true,
  })
  process.exit(code)
} catch (error) {
  giveUp(error)
}
