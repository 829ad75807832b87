import { expect, test } from 'vitest'
import { type Brand, brandFields, brandValues, shownBrand } from './brand-form.ts'

const nothing = { logoImage: null, logoDarkImage: null, homeImage: null, loginImage: null }
const saved: Brand = {
  color: '12344D',
  buttonColor: null,
  images: { ...nothing, logoImage: '/logo' },
  mode: 'custom',
  versionNbr: 7,
  changedByNm: 'Grace Hopper',
  changedDt: null,
}
const defaults: Brand = {
  ...saved,
  color: '3B5B8C',
  buttonColor: '2F5D9F',
  images: { logoImage: '/default', logoDarkImage: '/default-dark', homeImage: '/home', loginImage: '/login' },
}

test('custom settings are sent with # and name the images that take the default again (BRND-021, BRND-023)', () => {
  const values = { ...brandValues(saved, true), homeImage: 'default', logoImage: 'upload', webSessionId: 'w' }
  expect(brandFields(values, 7, true)).toEqual({
    versionNbr: '7',
    isDefault: 'N',
    isPrevious: 'N',
    color: '#12344D',
    buttonColor: '',
    defaultImages: 'homeImage',
    webSessionId: 'w',
  })
})

test('the previous and the default settings are sent as a choice alone (BRND-024, BRND-025, DBMT-085)', () => {
  const values = brandValues(saved, true)
  expect(brandFields({ ...values, mode: 'previous' }, 7, true)).toEqual({ versionNbr: '7', isPrevious: 'Y' })
  expect(brandFields({ ...values, mode: 'default' }, 7, true)).toEqual({ versionNbr: '7', isDefault: 'Y' })
})

test('a brand shows the default where it has no part of its own (BRND-020)', () => {
  expect(shownBrand(saved, defaults)).toEqual({
    color: '12344D',
    buttonColor: '2F5D9F',
    images: { logoImage: '/logo', logoDarkImage: null, homeImage: '/home', loginImage: '/login' },
  })
})
