int oracle(int question)
{
    return question;
}
