import { configurationSchema } from '../configuration/configuration-schema.ts'

/** The JSON schema as it is written. */
export const schemaText = (schema: object): string => `${JSON.stringify(schema, null, 2)}\n`

/** `schema`: prints the JSON schema of files of configuration. */
export function schemaCommand(): Promise<void> {
  process.stdout.write(schemaText(configurationSchema()))
  return Promise.resolve()
}
