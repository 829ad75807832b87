import { createRequire } from 'node:module'

const own = createRequire(import.meta.url)
/** The built server loads the built package, because both share the modules of the server. */
const part = import.meta.filename.endsWith('.ts') ? '' : '/built'

/**
 * Loads a workspace that an installation may lack, by its name; undefined where it is not installed. The caller says
 * what the module exports.
 */
export async function optionalPackage<Module>(name: string): Promise<Module | undefined> {
  const specifier = name + part
  return isInstalled(specifier) ? ((await import(specifier)) as Module) : undefined
}

function isInstalled(specifier: string): boolean {
  try {
    own.resolve(specifier)
    return true
  } catch {
    return false
  }
}
