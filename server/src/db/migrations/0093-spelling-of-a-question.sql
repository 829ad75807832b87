-- The question as it was shipped; one that an administrator has worded stays.
update security_questions
   set question = 'What was your favorite book as a child?'
 where question = 'What was your favourite book as a child?';
