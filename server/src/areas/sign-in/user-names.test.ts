import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Portal, startPortal } from '../../../test/portal.ts'

let portal: Portal
beforeAll(async () => {
  portal = await startPortal()
})
afterAll(() => portal.close())

describe('a user ID is one name however it is typed', () => {
  test.each([
    ['Ｗｉｄｅ.One', ['wide.one', 'WIDE.ONE', 'ｗｉｄｅ.one']],
    ['ﬁnn.o', ['FINN.O', 'finn.o', 'ﬁNN.o']],
    ['Straße.1', ['STRAßE.1', 'straẞe.1']],
    ['İbrahim.k', ['i\u0307brahim.K', 'İBRAHIM.k']],
    ['e\u0301mile', ['Émile', 'ÉMILE', 'e\u0301mile ']],
    ['\u3000blank.around\u00a0', ['blank.around', ' Blank.Around\t']],
    ['ΘΩΜΆ.1', ['θωμά.1']],
  ])('%s', async (stored, typed) => {
    const { password } = await portal.make.user({ user_name: stored })
    for (const name of [stored, ...typed]) {
      const answer = await portal.browser().trySignIn(name, password, { confirmed: true })
      expect({ name, code: answer.code }).toEqual({ name, code: '200' })
    }
  })

  test.each([
    ['ıris.dotless', 'iris.dotless'],
    ['weiß.er', 'weiss.er'],
    ['раul.p', 'paul.p'],
  ])('%s and %s are two users', async (one, other) => {
    const { password } = await portal.make.user({ user_name: one })
    await portal.make.user({ user_name: other })
    const whoIs = async (name: string) => (await portal.browser().trySignIn(name, password)).data
    expect(await whoIs(one)).toMatchObject({ userNm: one })
    expect(await whoIs(other)).toMatchObject({ userNm: other })
  })

  test('two users cannot have the same name in different letters', async () => {
    await portal.make.user({ user_name: 'ｔａｋｅｎ.Name' })
    await expect(portal.make.user({ user_name: 'Taken.name' })).rejects.toThrow('users_by_user_name')
  })

  test('every letter that has a case is found as it was stored', async () => {
    const user = await portal.make.user()
    const letters = Array.from({ length: 0xffff }, (_, n) => String.fromCodePoint(n + 1)).filter((one) =>
      /(?=\p{L})[^\p{Script=Han}\p{Script=Hangul}\p{Script=Yi}]/u.test(one),
    )
    for (let at = 0; at < letters.length; at += 300) {
      const name = ` ${letters.slice(at, at + 300).join('')} `
      const [row] = await portal.owner(
        'update users set user_name = $2 where id = $1 returning user_name_folded = fold_user_name($2) as found',
        [user.id, name],
      )
      expect({ at, ...row }).toEqual({ at, found: true })
    }
  })
})
