import { expect, test } from 'vitest'
import { namesIn, withoutUnnamed } from '../web/left-out-parts.ts'

const LIBRARY = 'const Menu = factory()\nMenu.displayName = "Menu";\nMenu.Item = MenuItem;\nMenu.Sub = MenuSub;\n'

test('a part of a component that no source names is left out of the build', () => {
  const named = new Set(namesIn('<Menu.Item>…</Menu.Item>'))
  expect(withoutUnnamed(LIBRARY, named)).toBe(LIBRARY.replace('Menu.Sub = MenuSub;', ''))
})

test('a part is named by the name that the component has here, and not by where it is set', () => {
  expect(namesIn("import { Menu as LibraryMenu } from '@mantine/core'\n<LibraryMenu.Sub />")).toContain('Menu.Sub')
  expect(namesIn(LIBRARY)).not.toContain('Menu.Sub')
})
