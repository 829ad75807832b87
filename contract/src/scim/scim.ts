/** Where directories provide users and groups (SCIM 2.0). */
export const SCIM_PATH = '/scim/v2'
