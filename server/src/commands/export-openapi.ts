import { writeFileSync } from 'node:fs'
import { readBuild } from '../build-info.ts'
import { openApi } from '../http/openapi.ts'
import { productRoot } from '../product-root.ts'
import { StartError } from '../start-error.ts'

/** `export-openapi [file]`: writes the API description to a file, or to standard output. */
export async function exportOpenApiCommand([file]: readonly string[]): Promise<void> {
  if (file?.startsWith('-')) throw new StartError(`There is no option ${file}: say the name of a file, or nothing.`)
  const description = `${JSON.stringify(openApi(readBuild(productRoot).version), null, 2)}\n`
  if (file === undefined) process.stdout.write(description)
  else writeFileSync(file, description)
  return Promise.resolve()
}
