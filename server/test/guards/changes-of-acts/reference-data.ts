import type { ActChanges } from '../act-changes.ts'

export const referenceDataChanges: ActChanges = {
  addDepartment: ['+ audit_events(admin) reference_data_changed departments', '+ departments(other)'],
  changeDepartment: [
    '+ audit_events(admin) reference_data_changed departments',
    'departments(departmentId) name text → text, changed_by null → admin',
  ],
  removeDepartment: [
    '+ audit_events(admin) reference_data_changed departments',
    '+ undo_offers(admin) expires_at later',
    '- departments(departmentId)',
  ],
  'restoreDepartment: removed': [
    '+ audit_events(admin) reference_data_changed departments (2 rows)',
    'departments(departmentId) changed_by null → admin',
  ],
  addSmsCarrier: ['+ audit_events(admin) reference_data_changed sms_carriers', '+ sms_carriers(other)'],
  changeSmsCarrier: [
    '+ audit_events(admin) reference_data_changed sms_carriers',
    'sms_carriers(smsCarrierId) name text → text, changed_by null → admin, email_domain text → text',
  ],
  removeSmsCarrier: [
    '+ audit_events(admin) reference_data_changed sms_carriers',
    '+ undo_offers(admin) expires_at later',
    '- sms_carriers(smsCarrierId)',
  ],
  'restoreSmsCarrier: removed': [
    '+ audit_events(admin) reference_data_changed sms_carriers (2 rows)',
    'sms_carriers(smsCarrierId) changed_by null → admin',
  ],
  addAccountType: [
    '+ audit_events(admin) reference_data_changed system_account_types',
    '+ system_account_types(portal)',
  ],
  changeAccountType: [
    '+ audit_events(admin) reference_data_changed system_account_types',
    'system_account_types(systemAccountTypeId) code text → text, changed_by null → admin, description text → text',
  ],
  removeAccountType: [
    '+ audit_events(admin) reference_data_changed system_account_types',
    '+ undo_offers(admin) expires_at later',
    '- system_account_types(systemAccountTypeId)',
  ],
  'restoreAccountType: removed': [
    '+ audit_events(admin) reference_data_changed system_account_types (2 rows)',
    'system_account_types(systemAccountTypeId) changed_by null → admin',
  ],
  addSecurityQuestion: [
    '+ audit_events(admin) reference_data_changed security_questions',
    '+ security_questions(other)',
    'security_questions(securityQuestionId) display_order number → 8',
  ],
  changeSecurityQuestion: [
    '+ audit_events(admin) reference_data_changed security_questions',
    'security_questions(securityQuestionId) question text → text, changed_by null → admin, display_order number → 7',
  ],
  removeSecurityQuestion: [
    '+ audit_events(admin) reference_data_changed security_questions',
    '+ undo_offers(admin) expires_at later',
    '- security_questions(securityQuestionId)',
  ],
  'restoreSecurityQuestion: removed': [
    '+ audit_events(admin) reference_data_changed security_questions (2 rows)',
    'security_questions(securityQuestionId) changed_by null → admin, display_order number → 7',
  ],
  addNotificationType: [
    '+ audit_events(admin) reference_data_changed notification_types',
    '+ notification_types(other)',
    'notification_types(notificationTypeId) display_order number → 6',
    'notification_types(other) display_order number → 4',
    'notification_types(other) display_order number → 5',
  ],
  changeNotificationType: [
    '+ audit_events(admin) reference_data_changed notification_types',
    'notification_types(notificationTypeId) name text → text, changed_by null → admin, description text → text, display_order number → 3',
    'notification_types(other) display_order number → 4',
    'notification_types(other) display_order number → 5',
  ],
  removeNotificationType: [
    '+ audit_events(admin) reference_data_changed notification_types',
    '+ undo_offers(admin) expires_at later',
    '- notification_types(notificationTypeId)',
    'notification_types(other) display_order number → 3',
    'notification_types(other) display_order number → 4',
  ],
  'restoreNotificationType: removed': [
    '+ audit_events(admin) reference_data_changed notification_types (2 rows)',
    'notification_types(notificationTypeId) changed_by null → admin, display_order number → 5',
    'notification_types(other) display_order number → 3',
    'notification_types(other) display_order number → 4',
  ],
  addPasswordRule: [
    '+ audit_events(admin) reference_data_changed password_rules',
    '+ password_rules(other)',
    'password_rules(phraseCompRuleId) display_order number → 6',
  ],
  changePasswordRule: [
    '+ audit_events(admin) reference_data_changed password_rules',
    'password_rules(phraseCompRuleId) rule_text text → text, changed_by null → admin, display_order number → 5',
  ],
  removePasswordRule: [
    '+ audit_events(admin) reference_data_changed password_rules',
    '+ undo_offers(admin) expires_at later',
    '- password_rules(phraseCompRuleId)',
  ],
  'restorePasswordRule: removed': [
    '+ audit_events(admin) reference_data_changed password_rules (2 rows)',
    'password_rules(phraseCompRuleId) changed_by null → admin, display_order number → 5',
  ],
  addInternalDomain: ['+ audit_events(admin) reference_data_changed internal_domains', '+ internal_domains(other)'],
  changeInternalDomain: [
    '+ audit_events(admin) reference_data_changed internal_domains',
    '+ internal_domains(other)',
    '- internal_domains(domainNm)',
  ],
  removeInternalDomain: [
    '+ audit_events(admin) reference_data_changed internal_domains',
    '+ undo_offers(admin) expires_at later',
    '- internal_domains(domainNm)',
  ],
  'restoreInternalDomain: removed': [
    '+ audit_events(admin) reference_data_changed internal_domains (2 rows)',
    'internal_domains(domainNm) changed_by null → admin',
  ],
  addClassificationType: [
    '+ audit_events(admin) reference_data_changed classification_types',
    '+ classification_types(other)',
  ],
  changeClassificationType: [
    '+ audit_events(admin) reference_data_changed classification_types',
    'classification_types(classificationTypeId) code text → text, changed_by null → admin, description text → text',
  ],
  removeClassificationType: [
    '+ audit_events(admin) reference_data_changed classification_types',
    '+ undo_offers(admin) expires_at later',
    '- classification_types(classificationTypeId)',
  ],
  'restoreClassificationType: removed': [
    '+ audit_events(admin) reference_data_changed classification_types (2 rows)',
    'classification_types(classificationTypeId) changed_by null → admin',
  ],
  addClassificationValue: [
    '+ audit_events(admin) reference_data_changed classification_values',
    '+ classification_values(other)',
    'classification_values(clsVldValId) display_order number → 5',
  ],
  changeClassificationValue: [
    '+ audit_events(admin) reference_data_changed classification_values',
    'classification_values(clsVldValId) changed_by null → admin, medium_text text → text, display_order number → 4',
  ],
  removeClassificationValue: [
    '+ audit_events(admin) reference_data_changed classification_values',
    '+ undo_offers(admin) expires_at later',
    '- classification_values(clsVldValId)',
  ],
  'restoreClassificationValue: removed': [
    '+ audit_events(admin) reference_data_changed classification_values (2 rows)',
    'classification_values(clsVldValId) changed_by null → admin, display_order number → 4',
  ],
  saveFacility: [
    '+ audit_events(admin) reference_data_changed facilities',
    'facilities(facilityCd) name text → text, changed_by null → admin',
  ],
  removeFacility: [
    '+ audit_events(admin) reference_data_changed facilities',
    '+ undo_offers(admin) expires_at later',
    '- facilities(facilityCd)',
  ],
  'restoreFacility: removed': [
    '+ audit_events(admin) reference_data_changed facilities (2 rows)',
    'facilities(facilityCd) changed_by null → admin',
  ],
  saveApplicationConfig: [
    '+ audit_events(admin) reference_data_changed application_settings',
    'application_settings(applicationConfigId) key text → text, value text → text, changed_by null → admin, description text → text',
  ],
  removeApplicationConfig: [
    '+ audit_events(admin) reference_data_changed application_settings',
    '+ undo_offers(admin) expires_at later',
    '- application_settings(applicationConfigId)',
  ],
  'restoreApplicationConfig: removed': [
    '+ audit_events(admin) reference_data_changed application_settings (2 rows)',
    'application_settings(applicationConfigId) changed_by null → admin',
  ],
  addEntitlementConfig: [
    '+ audit_events(admin) reference_data_changed entitlement_report_settings',
    '+ entitlement_report_settings(other)',
  ],
  changeEntitlementConfig: [
    '+ audit_events(admin) reference_data_changed entitlement_report_settings',
    'entitlement_report_settings(employerId) changed_by null → admin, is_enabled false → true, client_code null → text',
  ],
  removeEntitlementConfig: [
    '+ audit_events(admin) reference_data_changed entitlement_report_settings',
    '+ undo_offers(admin) expires_at later',
    '- entitlement_report_settings(employerId)',
  ],
  'restoreEntitlementConfig: removed': [
    '+ audit_events(admin) reference_data_changed entitlement_report_settings (2 rows)',
    'entitlement_report_settings(employerId) changed_by null → admin',
  ],
  'saveSessionTimeout: one': [
    '+ audit_events(admin) reference_data_changed client_session_timeouts',
    'clients(mappedClient) idle_minutes null → number, timeout_changed_by null → admin',
  ],
  removeSessionTimeout: [
    '+ audit_events(admin) reference_data_changed client_session_timeouts',
    '+ undo_offers(admin) expires_at later',
    'clients(employerId) idle_minutes number → null',
  ],
  'restoreSessionTimeout: removed': [
    '+ audit_events(admin) reference_data_changed client_session_timeouts (2 rows)',
    'clients(employerId) timeout_changed_by null → admin',
  ],
}
