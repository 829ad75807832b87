import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { chartSchema } from './deploy/chart-schema.ts'
import { alerts, alertsOfChart, configurationSchemaFile, configurationSchemaText, withSettings } from './write-docs.ts'

test('the operator reads the settings as the code has them', () => {
  const page = readFileSync('docs/operations.md', 'utf8')
  expect(page, 'run "npm run docs"').toBe(withSettings(page))
})

test('the values of the Helm chart take the settings as the code has them', () => {
  const schema: unknown = JSON.parse(readFileSync('deploy/helm/portico/values.schema.json', 'utf8'))
  expect(schema, 'run "npm run docs"').toEqual(JSON.parse(chartSchema()))
})

test('the chart has the alerts of deploy/monitoring', () => {
  expect(readFileSync(alertsOfChart, 'utf8'), 'run "npm run docs"').toBe(readFileSync(alerts, 'utf8'))
})

test('editors get the schema of the files of configuration as the code has it', () => {
  const schema: unknown = JSON.parse(readFileSync(configurationSchemaFile, 'utf8'))
  expect(schema, 'run "npm run docs"').toEqual(JSON.parse(configurationSchemaText()))
})
