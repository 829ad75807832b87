/** Longest name of a permission set. */
export const SET_NAME_MAX = 100
/** Longest description of a permission set. */
export const SET_DESCRIPTION_MAX = 500
/** Most users to whom one call gives a permission set, or from whom it takes it. */
export const SET_USERS_MAX = 1000
/** Users whom a plan names, and versions that a set shows. */
export const SET_ROWS_SHOWN = 100
/** Most permission sets that a new user gets. */
export const NEW_USER_SETS_MAX = 20
/** Fewest active users of a department from whom a permission set is suggested. */
export const SUGGESTION_USERS_MIN = 5
/** How many of a hundred of them have what is suggested, at the least. */
export const SUGGESTION_PERCENT = 80
/** Most customers that a permission set gives. */
export const SET_CUSTOMERS_MAX = 200
