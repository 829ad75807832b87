import { entryName, referenceTable } from './kit/reference-table.ts'

/** Departments that users belong to and announcements are for (DBMT-105, DBMT-106). */
export const departments = referenceTable({
  name: 'Department',
  path: 'departments',
  key: 'departmentId',
  fields: { departmentNm: entryName(100) },
  labels: { departmentNm: 'department_name' },
  texts: { title: 'departments_title', entry: 'department_entry' },
})
export const {
  listDepartmentRows,
  addDepartment,
  changeDepartment,
  removeDepartment,
  restoreDepartment,
  countDepartmentUses,
} = departments.endpoints
