import path from 'node:path'

/** The folder that holds server/, web/ and package.json: as far from server/src as from server/dist. */
export const productRoot = path.resolve(import.meta.dirname, '../..')
