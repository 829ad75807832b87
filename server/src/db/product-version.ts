import { readFileSync } from 'node:fs'
import path from 'node:path'
import { productRoot } from '../product-root.ts'

const { version } = JSON.parse(readFileSync(path.join(productRoot, 'package.json'), 'utf8')) as { version: string }

/** The version in package.json; between two releases that of the last one. */
export const productVersion: string = version

/** True when the first version, such as 0.9.0, was released before the second one, such as 0.10.0. */
export const isOlderVersion = (first: string, second: string): boolean =>
  first.localeCompare(second, 'en', { numeric: true }) < 0

/** True for a version as releases have it, such as 0.2.0. */
export const isVersion = (text: string): boolean => /^\d+\.\d+\.\d+$/.test(text)
