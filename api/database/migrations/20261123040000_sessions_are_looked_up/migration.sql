-- No process keeps sessions in memory any more, so none has to be told of their changes.
DROP TRIGGER "Session_ended" ON "Session";
DROP TRIGGER "Session_changed" ON "Session";
DROP TRIGGER "Session_truncated" ON "Session";
DROP TRIGGER "User_changed" ON "User";
DROP FUNCTION tell_of_sessions, tell_of_account, tell_of_everything, tell_of_accounts;
