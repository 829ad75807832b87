/** An act that is refused after something else has happened, and then changes nothing. */
export interface RefusedAct {
  title: string
  /** Title of the act, which takes another one back. */
  act: string
  between: string
  status: number
  message: string
}

const gone = (table: string, id: string) => `update ${table} set deleted_at = clock_now() where id = $${id}`
const placeGone = 'This can’t be undone: its system or section has been deleted since.'
const nameTaken = 'This can’t be undone: another one has this name now.'

/** Each kind of record that can be restored, where what it belonged to is gone or its name is taken. */
export const refusedActs: readonly RefusedAct[] = [
  {
    title: 'an application whose section was deleted meanwhile',
    act: 'restoreApplication: that users hold',
    between: gone('sections', 'plannedSection'),
    status: 409,
    message: placeGone,
  },
  {
    title: 'an application whose system was deleted meanwhile',
    act: 'restoreApplication: that users hold',
    between: gone('systems', 'plannedSystem'),
    status: 409,
    message: placeGone,
  },
  {
    title: 'the picture of a section that was deleted meanwhile',
    act: 'undoTileImage: removed',
    between: gone('sections', 'tileId'),
    status: 404,
    message: 'This record doesn’t exist.',
  },
  {
    title: 'a classification value whose type was removed meanwhile',
    act: 'restoreClassificationValue: removed',
    between: `with emptied as (delete from classification_values where type_id = 1) delete from classification_types where id = 1`,
    status: 409,
    message: 'This can’t be undone: what this classification value belonged to is gone.',
  },
  {
    title: 'the mapping of an employer that was deleted meanwhile',
    act: 'restoreSsoMapping: of an employer',
    between: 'update clients set is_deleted = true where id = $mappedClient',
    status: 409,
    message: 'This can’t be undone: the employer has been added again or deleted since.',
  },
  {
    title: 'the session timeout of an employer that was deleted meanwhile',
    act: 'restoreSessionTimeout: removed',
    between: 'update clients set is_deleted = true where id = $employerId',
    status: 409,
    message: 'This can’t be undone: what this session timeout belonged to is gone.',
  },
  {
    title: 'the entitlement configuration of an employer that was deleted meanwhile',
    act: 'restoreEntitlementConfig: removed',
    between: 'update clients set is_deleted = true where id = $employerId',
    status: 409,
    message: 'This can’t be undone: what this entitlement report configuration belonged to is gone.',
  },
  {
    title: 'a section whose name was taken meanwhile',
    act: 'restoreSections: deleted',
    between: 'insert into sections (name) select name from sections where id = $catalogSectionId',
    status: 409,
    message: nameTaken,
  },
  {
    title: 'a system whose name was taken meanwhile',
    act: 'restoreSystems: that users hold',
    between: 'insert into systems (name) select name from systems where id = $heldSystem',
    status: 409,
    message: nameTaken,
  },
]
