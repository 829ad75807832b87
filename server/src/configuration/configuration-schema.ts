import { z } from 'zod'
import { configurationKinds } from './kinds/all-kinds.ts'
import { MANAGED, REMOVE, shapeOf } from './read-files.ts'

/** Returns the JSON schema of configuration files, by which editors complete and check them. */
export function configurationSchema(): object {
  const lists = configurationKinds.map((kind) => {
    const entry = shapeOf(kind).extend({
      [REMOVE]: z.literal(true).optional().describe('Removes the entry; then only the fields of its name are stated'),
      [MANAGED]: z
        .literal(false)
        .optional()
        .describe('Leaves it as it is, managed by files no longer; then only the fields of its name are stated'),
    })
    return [kind.name, z.array(entry).nullable().optional().describe(kind.about)]
  })
  const files = z.strictObject(Object.fromEntries(lists) as Record<string, z.ZodType>)
  return {
    title: 'Configuration of a Portico portal',
    ...z.toJSONSchema(files, { io: 'input', unrepresentable: 'any' }),
  }
}
