import { DEFAULT_THEME, mergeMantineTheme } from '@mantine/core'
import { expect, test } from 'vitest'
import { contrast } from './contrast.ts'
import { makeTheme, themeVariables } from './theme.ts'

const LIBRARY = '--mantine-color-'

test.each(['light', 'dark'] as const)('texts of the component library can be read in %s mode', (mode) => {
  const resolved = themeVariables(mergeMantineTheme(DEFAULT_THEME, makeTheme('#0057b8')))
  const variables: Readonly<Record<string, string>> = { ...resolved.variables, ...resolved[mode] }
  const colorOf = (name: string) => variables[/^var\((.*)\)$/.exec(variables[LIBRARY + name] ?? '')?.[1] ?? ''] ?? ''
  const pairs = [
    ...['text', 'bright', 'dimmed', 'placeholder', 'anchor', 'error', 'success'].map((name) => [name, 'body']),
    ['default-color', 'default'],
    ['default-color', 'default-hover'],
  ]
  for (const [text = '', back = ''] of pairs)
    expect([text, back, contrast(colorOf(text), colorOf(back)) >= 4.5]).toEqual([text, back, true])
})
