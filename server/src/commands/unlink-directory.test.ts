import { expect, test } from 'vitest'
import { commandRunner } from '../../test/command.ts'
import { unlinkDirectoryCommand } from './unlink-directory.ts'

const commands = commandRunner()

test('an operator unlinks one user from the directory, and no other', async () => {
  const [ann, bob] = [await commands.portal.make.user(), await commands.portal.make.user()]
  for (const { id } of [ann, bob])
    await commands.portal.owner(
      `insert into directory_identities (issuer, subject, user_id) values ('https://id.test', $1, $2)`,
      [`subject ${id}`, id],
    )
  await unlinkDirectoryCommand([ann.userName.toUpperCase()])
  expect(commands.output).toContain(`${ann.userName} is linked anew`)
  expect(await commands.portal.owner('select user_id from directory_identities')).toEqual([{ user_id: bob.id }])
  const [event] = await commands.portal.owner(
    `select subject_user_id as of from audit_events where event = 'directory_identity_unlinked'`,
  )
  expect(event).toEqual({ of: ann.id })
  commands.clearOutput()
  await unlinkDirectoryCommand([ann.userName])
  expect(commands.output).toContain('was linked to nobody')
})

test('gets an error for an unknown or missing name', async () => {
  await expect(unlinkDirectoryCommand(['nobody.there'])).rejects.toThrow('There is no user nobody.there.')
  await expect(unlinkDirectoryCommand([])).rejects.toThrow('Usage')
})
