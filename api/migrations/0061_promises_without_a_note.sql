-- A promise says by its amount and date what the client said; a note beside it is optional.
call also_allow('follow_up', 'follow_up_note', $$outcome = 'promised'$$);
