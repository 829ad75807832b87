import path from 'node:path'

/** The folder that holds server/, web/ and package.json. */
export const productRoot = path.resolve(import.meta.dirname, '../..')
