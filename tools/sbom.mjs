// npm run sbom: writes which packages are shipped (CycloneDX, by "npm sbom"), building first what is missing.
//   npm run sbom -- [file]
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { prepareBuilds, prepareDependencies } from './lib/prepare.mjs'
import { giveUp, inRoot, root, run } from './lib/runtime.mjs'

const ARGUMENTS = '--package-lock-only --sbom-format=cyclonedx --sbom-type=application --include=dev --silent'

/** Where packages are joined into files, and the list that the build wrote about it. */
const BUNDLES = { 'server/dist': 'packages.json', 'web/dist': '.vite/packages.json' }

/** @param {string} file */
const readJson = (file) => JSON.parse(readFileSync(inRoot(file), 'utf8'))

/**
 * Maps name@version of each package that is shipped to where. "npm sbom" knows neither what the bundlers joined into
 * files, which is for development in package-lock.json, nor which optional packages are installed.
 */
function shippedPackages() {
  /** @type {Record<string, { version: string, dev?: boolean, link?: boolean }>} */
  const lock = readJson('package-lock.json').packages
  const installed = Object.keys(lock).filter(
    (place) => place.includes('node_modules/') && !lock[place]?.dev && !lock[place]?.link && existsSync(inRoot(place)),
  )
  /** @type {Map<string, Set<string>>} */
  const shipped = new Map()
  const bundled = Object.entries(BUNDLES).map(([folder, list]) => [folder, readJson(path.join(folder, list))])
  for (const [folder, places] of [['node_modules', installed], ...bundled])
    for (const place of places) {
      const name = `${place.replace(/^.*node_modules\//, '')}@${lock[place]?.version}`
      shipped.set(name, (shipped.get(name) ?? new Set()).add(folder))
    }
  return shipped
}

/**
 * @typedef {{ 'bom-ref': string }} Component
 * @typedef {{ metadata: { component: Component }, components: Component[], dependencies: { ref: string, dependsOn: string[] }[] }} Bill
 */

/** The list of npm without what is not shipped, and without the workspaces: a scanner would look for them in a registry. */
async function billOfMaterials() {
  const { code, output } = await run('npm', ['sbom', ...ARGUMENTS.split(' ')])
  if (code !== 0) throw new Error(output)
  /** @type {Bill} */
  const { metadata, components, dependencies, ...rest } = JSON.parse(output)
  const shipped = shippedPackages()
  const product = metadata.component['bom-ref']
  const edges = dependencies.map(({ ref, dependsOn }) => ({
    ref,
    dependsOn: dependsOn.filter((to) => shipped.has(to)),
  }))
  const ofPackages = edges.filter(({ ref }) => shipped.has(ref))
  const ofProduct = edges.filter(({ ref }) => ref === product || ref.startsWith('@portico/'))
  // npm does not follow an optional peer that `peerDependenciesMeta` alone names, as "debug" does.
  const named = new Set(ofPackages.flatMap(({ dependsOn }) => dependsOn))
  const unnamed = [...shipped.keys()].filter((ref) => !named.has(ref))
  const direct = new Set([...ofProduct.flatMap(({ dependsOn }) => dependsOn), ...unnamed])
  return {
    ...rest,
    metadata: { ...metadata, component: { ...metadata.component, name: 'portico' } },
    components: components
      .filter((each) => shipped.has(each['bom-ref']))
      .map((each) => ({
        ...each,
        properties: [...(shipped.get(each['bom-ref']) ?? [])].map((value) => ({ name: 'portico:shipped-in', value })),
      })),
    dependencies: [{ ref: product, dependsOn: [...direct] }, ...ofPackages],
  }
}

const file = path.resolve(root, process.argv[2] ?? 'sbom.cdx.json')
try {
  await prepareDependencies()
  await prepareBuilds()
  const bill = await billOfMaterials()
  writeFileSync(file, `${JSON.stringify(bill, null, 2)}\n`)
  console.log(`${bill.components.length} packages in ${file}`)
} catch (error) {
  giveUp(error)
}
