import type { ReferenceRows } from './reference-rows.ts'

export const departmentRows: ReferenceRows<'departmentNm'> = {
  table: 'departments',
  columns: { departmentNm: 'name' },
  inUse: [
    { by: 'used_by_users', table: 'users', column: 'department_id' },
    { by: 'used_by_announcements', table: 'announcement_departments', column: 'department_id' },
  ],
  unique: { departments_by_name: 'departmentNm' },
}
