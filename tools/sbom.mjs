// npm run sbom: writes which packages are shipped (CycloneDX), building first what is missing.
//   npm run sbom -- [file]
import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { prepareBuilds, prepareDependencies } from './lib/prepare.mjs'
import { giveUp, root } from './lib/runtime.mjs'
import { billOfMaterials } from './lib/sbom.mjs'

const file = path.resolve(root, process.argv[2] ?? 'sbom.cdx.json')
try {
  await prepareDependencies()
  await prepareBuilds()
  const bill = billOfMaterials()
  writeFileSync(file, `${JSON.stringify(bill, null, 2)}\n`)
  console.log(`${bill.components.length} packages in ${file}`)
} catch (error) {
  giveUp(error)
}
