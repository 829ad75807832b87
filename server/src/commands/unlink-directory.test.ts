import { expect, test } from 'vitest'
import { commandDesk } from '../../test/command.ts'
import { unlinkDirectoryCommand } from './unlink-directory.ts'

const desk = commandDesk()

test('an operator unlinks one person from the directory, and nobody else', async () => {
  const [ann, bob] = [await desk.portal.make.user(), await desk.portal.make.user()]
  for (const { id } of [ann, bob])
    await desk.portal.owner(
      `insert into directory_identities (issuer, subject, user_id) values ('https://id.test', $1, $2)`,
      [`subject ${id}`, id],
    )
  await unlinkDirectoryCommand([ann.userName.toUpperCase()])
  expect(desk.said).toContain(`${ann.userName} is linked anew`)
  expect(await desk.portal.owner('select user_id from directory_identities')).toEqual([{ user_id: bob.id }])
  const [event] = await desk.portal.owner(
    `select subject_user_id as of from audit_events where event = 'directory_identity_unlinked'`,
  )
  expect(event).toEqual({ of: ann.id })
  desk.hush()
  await unlinkDirectoryCommand([ann.userName])
  expect(desk.said).toContain('was linked to nobody')
})

test('is told where there is no such user, or none is named', async () => {
  await expect(unlinkDirectoryCommand(['nobody.there'])).rejects.toThrow('There is no user nobody.there.')
  await expect(unlinkDirectoryCommand([])).rejects.toThrow('Usage')
})
