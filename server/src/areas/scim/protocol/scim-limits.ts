/** What one request may hold. ServiceProviderConfig and docs/integration.md say the same. */
export const scimLimits = {
  /** Resources of a page; a larger count is cut to it. */
  pageSize: 200,
  /** Resources of a page where a request names no count. */
  defaultPageSize: 100,
  /** Operations of a PATCH. */
  operations: 1_000,
  /** Members that one request adds, removes or states. */
  members: 20_000,
  /** Values of any other list, such as addresses. */
  values: 50,
  /** Characters of a value. */
  text: 1_024,
  /** Characters of a filter, its terms, and how deep its brackets may be nested. */
  filter: 4_000,
  filterTerms: 200,
  filterDepth: 20,
  /** Bytes of a body: of a user, and of a group with its members. */
  userBytes: 256 * 1024,
  groupBytes: 4 * 1024 * 1024,
} as const
