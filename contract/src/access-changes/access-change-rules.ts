/** Most users of one act. */
export const ACCESS_CHANGE_USERS_MAX = 10_000
/** Most applications, and most pages, of one act. */
export const ACCESS_CHANGE_ITEMS_MAX = 100
/** Permission sets that an act gives. */
export const ACCESS_CHANGE_SETS_MAX = 20
export const ACCESS_CHANGE_REASON_MAX = 500
/** Users that a plan and a result name, of those that change and of those that are left out. */
export const ACCESS_CHANGE_USERS_SHOWN = 100
/** Days ahead for which an act can be planned. */
export const ACCESS_CHANGE_AHEAD_DAYS = 60
/** Acts that one administrator can have planned at a time. */
export const ACCESS_CHANGES_PLANNED_MAX = 20
/** Hours after its end in which an act can be taken back. */
export const ACCESS_CHANGE_UNDO_HOURS = 24

export const accessChangeKinds = ['give', 'end'] as const
export type AccessChangeKind = (typeof accessChangeKinds)[number]
/** 'hand-over': the account of one user is closed on a date. */
export const listedChangeKinds = [...accessChangeKinds, 'hand-over'] as const
export type ListedChangeKind = (typeof listedChangeKinds)[number]

/** 'planned': it begins on its date. 'stopped': the administrator lost the right to it, or it failed; users whose turn had not come stay as they are. */
export const accessChangeStates = ['planned', 'running', 'done', 'stopped', 'undoing', 'undone'] as const
export type AccessChangeState = (typeof accessChangeStates)[number]

/** What the list of acts can be narrowed to: those that the reader planned, and that stopped lately with users whose turn had not come. */
export const accessChangeConditions = ['stoppedPlan'] as const
export type AccessChangeCondition = (typeof accessChangeConditions)[number]
/** Days for which a planned act that stopped waits for its administrator. */
export const STOPPED_PLAN_DAYS = 7
